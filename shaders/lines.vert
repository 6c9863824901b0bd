#version 300 es
// One instance is one segment a-b of a polyline, an outline or an arrow, drawn
// as a quad wide enough for its rounded ends, its smooth edges and its head.
precision highp float;

layout(location = 0) in vec3 a;       // picture units, relative to the anchor
layout(location = 1) in vec3 b;
layout(location = 2) in vec4 ink;
layout(location = 3) in vec4 form;    // width px, stroke, start along the line (units), head px

uniform mat3 u_turn;                  // picture units -> pixels: right, down, depth
uniform vec3 u_shift;
uniform vec2 u_screen;                // drawable, pixels
uniform float u_dpr;
uniform float u_scale;                // pixels per picture unit
uniform float u_gap;                  // pixels between an arrow and the middle of a mark
uniform vec2 u_fog;                   // depth: 1 / half range, strength

out vec2 v_at;                        // pixels along and across, from a
flat out float v_length;
flat out vec4 v_form;                 // half width, stroke, start, head; all pixels
flat out vec4 v_ink;
out float v_fog;

void main() {
  vec3 pa = u_turn * a + u_shift;
  vec3 pb = u_turn * b + u_shift;
  vec2 along = pb.xy - pa.xy;
  float len = length(along);
  vec2 dir = len > 1e-6 ? along / len : vec2(1.0, 0.0);
  vec2 side = vec2(-dir.y, dir.x);
  float half_width = 0.5 * form.x * u_dpr;
  float head = form.w * u_dpr;
  if (head > 0.0) {
    // Arrows keep clear of the marks at both ends; short ones keep at least their head.
    float room = max(len - head, 0.0);
    float tip = form.y < -0.5 ? 0.0 : min(u_gap, 0.7 * room);
    float tail = min(0.6 * u_gap, 0.3 * room);
    pa.xy += tail * dir;
    pb.xy -= tip * dir;
    len -= tip + tail;
    head = min(head, len);
  }
  float reach = max(half_width, 0.5 * head) + 1.0;
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  v_at = vec2(mix(-reach, len + reach, corner.x), mix(-reach, reach, corner.y));
  v_length = len;
  v_form = vec4(half_width, form.y, form.z * u_scale, head);
  v_ink = ink;
  float depth = mix(pa.z, pb.z, corner.x);
  v_fog = clamp(0.5 + 0.5 * depth * u_fog.x, 0.0, 1.0) * u_fog.y;
  vec2 px = pa.xy + dir * v_at.x + side * v_at.y;
  gl_Position = vec4(px.x / u_screen.x * 2.0 - 1.0, 1.0 - px.y / u_screen.y * 2.0, 0.0, 1.0);
}
