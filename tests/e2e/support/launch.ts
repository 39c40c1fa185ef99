/**
 * Chromium in a container, without requests to its maker's hosts.
 *
 * `--js-flags` switches the optimising compilers off: a page of a test lives for seconds, too short to win back the time
 * that compiling takes (an eighth of a renderer's processor time).
 */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--js-flags=--no-opt --no-maglev',
]

/** The headless shell, where it is available. */
export const browserPath = () => process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH
