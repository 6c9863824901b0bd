#version 300 es
// Triangles of filled areas.
precision highp float;

layout(location = 0) in vec3 at;
layout(location = 1) in vec4 ink;

uniform mat3 u_turn;
uniform vec3 u_shift;
uniform vec2 u_screen;

out vec4 v_ink;

void main() {
  vec2 px = (u_turn * at + u_shift).xy;
  v_ink = ink;
  gl_Position = vec4(px.x / u_screen.x * 2.0 - 1.0, 1.0 - px.y / u_screen.y * 2.0, 0.0, 1.0);
}
