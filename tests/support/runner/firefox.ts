import { existsSync } from 'node:fs'

const USUAL_PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/** A Firefox to test with: the named one or an installed one, else undefined. */
export const findFirefox = () => [process.env.FIREFOX_PATH, ...USUAL_PLACES].find((path) => path && existsSync(path))
