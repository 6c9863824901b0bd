// The first script, and a classic one: where modules are refused (opened from a file, a sandboxed frame on a
// host that sends no Access-Control-Allow-Origin, a file that is missing) this one can still say so.
(function () {
  'use strict';
  document.documentElement.classList.add('js');
  // The theme that was chosen at an earlier visit, before the first paint (theme_kept.js). An embed has its page's.
  try {
    var theme = localStorage.getItem('attention-lab-theme');
    if (theme && !/[?&]embed=/.test(location.search)) document.documentElement.dataset.theme = theme;
  } catch (closed) {
    // A sandboxed frame keeps nothing.
  }

  /** Shows `sentences` on the cover instead of the loading state. Also used by messages.js. */
  function fail(sentences) {
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', function () { fail(sentences); }, { once: true });
      return;
    }
    var cover = document.getElementById('cover');
    cover.hidden = false;
    cover.classList.add('failed');
    // A fresh paragraph with role alert is read out even where the old status was not yet.
    var box = cover.querySelector('.cover-box');
    box.querySelectorAll('.failure').forEach(function (old) { old.remove(); });
    document.getElementById('cover-text').textContent = '';
    var alert = document.createElement('div');
    alert.className = 'failure';
    alert.setAttribute('role', 'alert');
    sentences.forEach(function (sentence) {
      var p = document.createElement('p');
      p.textContent = sentence;
      alert.appendChild(p);
    });
    box.appendChild(alert);
  }
  window.labFail = fail;

  function reason() {
    if (location.protocol === 'file:') {
      return 'The page was opened as a file, and browsers do not load programs that way. Serve the folder, for example with “./lab serve”, or open the one-file edition, which is made for this.';
    }
    if (window.origin === 'null') {
      return 'The page stands in a sandboxed frame. Its host must allow this by sending “Access-Control-Allow-Origin: *”, or the frame must have “allow-same-origin”.';
    }
    return 'Please check the connection and load the page again.';
  }

  // Load errors of elements do not bubble; only a capturing listener hears them.
  window.addEventListener('error', function (event) {
    var element = event.target;
    if (!(element instanceof HTMLScriptElement || element instanceof HTMLLinkElement)) return;
    if (element instanceof HTMLLinkElement && element.rel !== 'stylesheet') return;
    var file = (element.src || element.href || '').split('/').pop();
    fail(['A file of the lab could not be loaded: ' + file + '.', reason()]);
  }, true);
})();
