import { expect, test } from 'vitest'
import { isSameSite } from './caldav.ts'
import { parseMultistatus } from './dav-xml.ts'

test.each<[string, string, boolean]>([
  ['caldav.icloud.com', 'caldav.icloud.com', true],
  ['caldav.icloud.com', 'p12-caldav.icloud.com', true],
  ['icloud.com', 'caldav.icloud.com', true],
  ['caldav.icloud.com', 'icloud.com.evil.example', false],
  ['caldav.icloud.com', 'evil-icloud.com', false],
  ['icloud.com', 'evil.com', false],
  ['10.1.2.3', '10.9.2.3', false],
])('an account of %s is sent to %s: %s', (named, host, isSent) => {
  expect(isSameSite(named)(host)).toBe(isSent)
})

const document = (inner: string, root = 'multistatus') =>
  `<?xml version="1.0"?><x:${root} xmlns:x="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${inner}</x:${root}>`
const resource = (status: string) =>
  `<x:response><x:href>/a/</x:href><x:propstat><x:prop><c:calendar-data>one</c:calendar-data></x:prop>
   <x:status>HTTP/1.1 ${status}</x:status></x:propstat></x:response>`
const read = (text: string) => parseMultistatus(text, 'https://dav.example/home/')

test('the properties that a server has are read in any prefix, and those that it refuses are not', () => {
  const [found, refused] = read(document(resource('200 OK') + resource('404 Not Found')))
  expect(found?.url).toBe('https://dav.example/a/')
  const namespace = 'urn:ietf:params:xml:ns:caldav'
  expect(found?.find(namespace, 'calendar-data')[0]?.textContent).toBe('one')
  expect(refused?.has(namespace, 'calendar-data')).toBe(false)
})

test.each([
  ['an answer that is cut off', document(resource('200 OK')).slice(0, -20)],
  ['a page', '<html><body><p>Sign in</body></html>'],
  ['another document', document('', 'error')],
  ['nothing', ''],
  ['a resource without an address', document('<x:response><x:href>https://</x:href></x:response>')],
  ['an entity that another document defines', `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${document('&x;')}`],
])('%s is a fault, and no empty calendar', (_, text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ fault: 'unreadable' }))
})
