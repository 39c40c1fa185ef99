const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const systems: [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

const find = (marks: [string, RegExp][], text: string) => marks.find(([, mark]) => mark.test(text))?.[0]

/** Common name for the browser of a user agent string: `Chrome on Android`. */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return 'A browser'
  const system = find(systems, userAgent)
  return `${find(browsers, userAgent) ?? 'A browser'}${system ? ` on ${system}` : ''}`
}
