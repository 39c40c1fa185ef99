import { startTestApp } from '#tests/support/app.ts'
import { picture } from '#tests/support/samples/pictures.ts'

/** A started app, an account and a picture. */
export async function setUp() {
  const app = await startTestApp()
  const { member, visitor, database, world } = app
  const ada = await member()
  const png = await picture()
  const shown = async (address: string) => {
    const response = await fetch(app.url + address)
    return { status: response.status, headers: response.headers, bytes: await response.bytes() }
  }
  return { app, member, visitor, database, world, ada, png, shown }
}
