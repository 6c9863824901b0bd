#version 300 es
precision mediump float;

in vec4 v_ink;
out vec4 colour;

void main() { colour = v_ink; }
