import { readDirectory } from './device-contents.ts'
import { MemoryServer } from './memory-server.ts'
import { Browser } from './network.ts'
import { TestDevice, type TestTab } from './test-device.ts'

/** A server with ten investors, and a tab of a device that has not pulled yet. */
export async function openPublicLane() {
  const server = new MemoryServer()
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) server.put({ id: `rec${n}`, name: `Partner ${n}` })
  const browser = new Browser(server)
  browser.isOnline = false
  const tab = await new TestDevice(browser.send).openTab()
  browser.isOnline = true
  return { server, browser, tab }
}

/** The ids of the investors on a device, and of those on the server. */
export const idsOnDevice = async ({ directory }: TestTab) => Object.keys((await readDirectory(directory)).investors ?? {}).sort()
export const idsOnServer = ({ directory }: MemoryServer) => [...directory.keys()].sort()

export const chunkRequests = ({ requests }: MemoryServer) => requests.filter((path) => path.includes('/parts/')).length
