// A lesson inside the one-file edition: its address is the one of the file around it, so links are followed by hand.

document.addEventListener('click', (event) => {
  const link = /** @type {Element} */ (event.target).closest?.('a[href]');
  if (!(link instanceof HTMLAnchorElement) || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const to = link.dataset.to;
  const address = link.getAttribute('href') ?? '';
  if (to !== undefined) {
    event.preventDefault();
    window.parent.location.hash = to;
  } else if (address.startsWith('#')) {
    event.preventDefault();
    // The address of the file names the place, to be copied from there.
    if (link.classList.contains('anchor')) window.parent.location.hash = `${window.parent.location.hash.split(':')[0]}:${address.slice(1)}`;
    const place = document.getElementById(address.slice(1));
    place?.scrollIntoView();
    place?.focus();
  } else {
    // A page of others does not belong into a frame of this file.
    link.target = '_blank';
    link.rel = 'noopener';
  }
}, true);
