// Registers the service worker, which keeps the lab for use without a network, and says when a new version is ready.
// Does nothing where there is none: opened as a file, in a sandboxed frame, without https, in some private windows.
import { offer } from './messages.js';

/** A page that stays open asks for a new version when it is looked at again, but not more often than this, in ms. */
const ASK_AGAIN = 60 * 60 * 1000;

/** The version of this page, written into it by the build. */
const version = () => document.querySelector('meta[name="lab-version"]')?.getAttribute('content') ?? '';

/** @returns {ServiceWorkerContainer|null} */
function container() {
  try {
    return window.isSecureContext && location.protocol !== 'file:' ? navigator.serviceWorker ?? null : null;
  } catch {
    return null;  // the getter itself refuses in a sandboxed frame
  }
}

/** @param {ServiceWorkerRegistration} registration */
function askAgain(registration) {
  let asked = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || performance.now() - asked < ASK_AGAIN) return;
    asked = performance.now();
    registration.update().catch(() => {});  // no network: later
  });
}

/** To be called when the lab runs, so that keeping it does not delay it. */
export async function keepForOffline() {
  const workers = container();
  if (!workers) return;
  const mine = version();
  // A page that came from the worker is told of anything newer; one that came from the network may itself be newer.
  const served = workers.controller !== null;
  let told = false;
  const announce = () => {
    // In a frame the page around it is the one to reload.
    if (told || window !== window.top) return;
    told = true;
    offer('A new version of the lab is ready.', 'Reload', () => location.reload());
  };
  workers.addEventListener('message', ({ data }) => {
    if (typeof data?.labReady !== 'string') return;
    // Before the reply a first visit is not yet under the worker's care.
    if (data.reply || workers.controller) document.documentElement.dataset.offline = data.labReady;
    if (data.labReady !== mine && (served || !data.reply)) announce();
  });
  try {
    const registration = await workers.register('service_worker.js', { updateViaCache: 'none' });
    if (!registration) return;
    const hello = async () => (await workers.ready).active?.postMessage({ labVersion: mine });
    await hello();
    // A page that the browser had put aside is not on its list meanwhile, and may have been forgotten.
    window.addEventListener('pageshow', ({ persisted }) => { if (persisted) void hello(); });
    askAgain(registration);
    await registration.update();
  } catch {
    // Refused by the browser or the host, or no network: the lab works as before.
  }
}
