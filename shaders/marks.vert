#version 300 es
// One instance is one mark: disc, ring, star, cross, diamond or square.
precision highp float;

layout(location = 0) in vec3 at;      // picture units, relative to the anchor
layout(location = 1) in vec4 ink;
layout(location = 2) in vec2 form;    // radius px, shape

uniform mat3 u_turn;
uniform vec3 u_shift;
uniform vec2 u_screen;
uniform float u_dpr;
uniform vec2 u_fog;

out vec2 v_at;                        // pixels from the middle
flat out vec2 v_form;                 // radius in pixels, shape
flat out vec4 v_ink;
flat out float v_fog;

void main() {
  vec3 p = u_turn * at + u_shift;
  float radius = form.x * u_dpr;
  float reach = 1.6 * radius + 3.0 * u_dpr;
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
  v_at = corner * reach;
  v_form = vec2(radius, form.y);
  v_ink = ink;
  v_fog = clamp(0.5 + 0.5 * p.z * u_fog.x, 0.0, 1.0) * u_fog.y;
  vec2 px = p.xy + v_at;
  gl_Position = vec4(px.x / u_screen.x * 2.0 - 1.0, 1.0 - px.y / u_screen.y * 2.0, 0.0, 1.0);
}
