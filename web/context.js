// A graphics context can be taken away (driver reset, too many pages); the state lives in the program and stays.
import { hideCover, showCover, status } from './messages.js';

/**
 * @param {import('./bridge.js').Lab} lab
 * @param {HTMLCanvasElement} canvas
 */
export function surviveContextLoss(lab, canvas) {
  canvas.addEventListener('webglcontextlost', (event) => {
    event.preventDefault();  // without this the browser never restores it
    lab.contextLost();
    showCover('The graphics system took the drawing surface away. The experiment is kept; waiting for it to come back …');
  });
  canvas.addEventListener('webglcontextrestored', () => {
    lab.contextRestored();
    lab.wake();
    hideCover();
    status('The drawing surface is back; nothing was lost.');
  });
}
