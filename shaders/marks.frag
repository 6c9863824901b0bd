#version 300 es
precision highp float;

in vec2 v_at;
flat in vec2 v_form;
flat in vec4 v_ink;
flat in float v_fog;

uniform vec3 u_ground;
uniform vec3 u_rim_star;
uniform vec3 u_rim;
uniform float u_rim_width;  // pixels
uniform float u_token;      // radius of an ordinary token, pixels
uniform vec2 u_star;        // outer and inner radius of a star of radius 1

out vec4 colour;

/// Signed distance to a five-pointed star, tip upwards: fold into one tenth,
/// then the distance to the edge from tip to inner corner.
float star(vec2 p, float radius) {
  const float kSector = 0.62831853;
  float turn = mod(atan(p.x, -p.y) + kSector, 2.0 * kSector) - kSector;
  vec2 q = length(p) * vec2(abs(sin(turn)), cos(turn));
  vec2 tip = vec2(0.0, radius * u_star.x);
  vec2 inner = radius * u_star.y * vec2(sin(kSector), cos(kSector));
  vec2 edge = inner - tip;
  vec2 from = q - tip;
  vec2 nearest = from - edge * clamp(dot(from, edge) / dot(edge, edge), 0.0, 1.0);
  float outside = edge.x * from.y - edge.y * from.x;
  return length(nearest) * (outside > 0.0 ? 1.0 : -1.0);
}

float cross_distance(vec2 p, float radius) {
  vec2 q = abs(vec2(p.x + p.y, p.x - p.y)) * 0.70710678;
  float thin = 0.26 * radius;
  float one = max(q.x - radius * 1.15, q.y - thin);
  float two = max(q.y - radius * 1.15, q.x - thin);
  return min(one, two);
}

float shape_distance() {
  float r = v_form.x;
  int shape = int(v_form.y + 0.5);
  if (shape == 2) return star(v_at, r);
  if (shape == 3) return cross_distance(v_at, r);
  if (shape == 4) return (abs(v_at.x) + abs(v_at.y) - 1.25 * r) * 0.70710678;
  if (shape == 5) return max(abs(v_at.x), abs(v_at.y)) - 0.88 * r;
  return length(v_at) - r;
}

void main() {
  float d = shape_distance();
  bool is_star = int(v_form.y + 0.5) == 2;
  float rim = is_star ? u_rim_width * 1.15 : u_rim_width;
  float cover = clamp(0.5 - (d - rim), 0.0, 1.0);
  if (cover <= 0.0) discard;
  float inside = clamp(0.5 - d, 0.0, 1.0);
  vec3 fill = v_ink.rgb;
  float alpha = v_ink.a;
  if (int(v_form.y + 0.5) == 1) {
    float band = clamp(0.5 + d + min(max(0.36 * v_form.x, 1.2), 2.2 * u_rim_width), 0.0, 1.0);
    // A small ring covers what runs under it, the start of a trail; a large one goes around a mark.
    if (v_form.x <= u_token) fill = mix(u_ground, fill, band);
    else alpha *= band;
  }
  vec3 paint = mix(is_star ? u_rim_star : u_rim, fill, inside);
  colour = vec4(mix(paint, u_ground, v_fog), cover * alpha);
}
