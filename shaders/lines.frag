#version 300 es
precision highp float;

in vec2 v_at;
flat in float v_length;
flat in vec4 v_form;
flat in vec4 v_ink;
in float v_fog;

uniform vec3 u_ground;
uniform vec4 u_dash;  // dash on, dash off, dot gap; pixels

out vec4 colour;

/// Signed distance to the stroke; `inside` is the distance along, outside 0..length.
float stroke_distance(float end) {
  float along = clamp(v_at.x, 0.0, end);
  float beyond = v_at.x - along;
  if (v_form.y < 0.5) return length(vec2(beyond, v_at.y)) - v_form.x;
  bool dots = v_form.y > 1.5;
  float period = dots ? max(u_dash.z, 3.0 * v_form.x) : u_dash.x + u_dash.y;
  float on = dots ? 0.0 : max(u_dash.x - 2.0 * v_form.x, 0.0);
  float phase = abs(mod(v_form.z + v_at.x, period) - 0.5 * period);
  float off = max(phase - 0.5 * on, 0.0);
  // Beyond its ends a segment leaves the drawing to its neighbour.
  float cut = abs(beyond) > 0.5 ? 1e3 : 0.0;
  return length(vec2(off, v_at.y)) - v_form.x + cut;
}

/// Signed distance to the arrow head, a triangle with its tip at the end.
float head_distance() {
  float back = v_length - v_at.x;
  vec2 normal = normalize(vec2(-0.42, 1.0));
  float flank = dot(vec2(back, abs(v_at.y)), normal);
  return max(flank, back - v_form.w);
}

void main() {
  bool arrow = v_form.w > 0.0;
  float d = stroke_distance(arrow ? max(v_length - 0.8 * v_form.w, 0.0) : v_length);
  if (arrow) d = min(d, head_distance());
  float cover = clamp(0.5 - d, 0.0, 1.0);
  if (cover <= 0.0) discard;
  colour = vec4(mix(v_ink.rgb, u_ground, v_fog), v_ink.a * cover);
}
