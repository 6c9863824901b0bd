// What a page's own script can do with an experiment: follow its numbers, and command it.
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const lab = /** @type {any} */ (byId('step'));

await customElements.whenDefined('attention-lab');
lab.subscribe(['alpha', 'clusters'], (/** @type {any} */ { step, values }) => {
  byId('layer').textContent = String(step);
  byId('clusters').textContent = String(values.clusters);
  byId('alpha').textContent = values.alpha;
});
byId('far').addEventListener('click', () => lab.step(60));
