/** Chromium in a container, quiet on the network: it looks up hosts of its maker otherwise. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Without the frame of its windows, where it comes that way. */
export const browserPath = () => process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH
