import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { nothingYet } from './mutations.ts'
import { OwnProjectTab } from './own-project-tab.tsx'

let db: PrivateDatabase
beforeEach(() => {
  db = new PrivateDatabase('guest', 'life')
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
})

test.each([
  [true, ['Published', 'Live']],
  [false, ['Draft', 'Draft']],
])('where a project stands is said on its sheet and over its figures; published: %s', async (isPublished, standing) => {
  await db.ownProject.put({ ...nothingYet, isPublished, version: 1 })
  await renderInRouter(<OwnProjectTab />)
  const sheet = (await screen.findByRole('heading', { name: 'Unnamed Project' })).closest('section')
  const figures = screen.getByRole('heading', { name: 'Performance' }).closest('section')
  expect(sheet?.textContent).toContain(standing[0])
  expect(figures?.textContent).toContain(standing[1])
  expect(screen.getAllByText(/^(Published|Live|Draft)$/).map(({ textContent }) => textContent)).toEqual(standing)
})

test('a rejected project is a draft again, and its sheet says that it was rejected', async () => {
  await db.ownProject.put({ ...nothingYet, isPublished: false, status: 'rejected', version: 1 })
  await renderInRouter(<OwnProjectTab />)
  const sheet = (await screen.findByRole('heading', { name: 'Unnamed Project' })).closest('section')
  expect(sheet?.textContent).toContain('DraftRejected')
})

test('its sheet says why the team has taken it off, and nothing of a draft', async () => {
  await db.ownProject.put({ ...nothingYet, reviewReason: 'Our team checks it.', version: 1 })
  await renderInRouter(<OwnProjectTab />)
  const sheet = (await screen.findByRole('heading', { name: 'Unnamed Project' })).closest('section')
  expect(sheet?.textContent).toContain('Off the marketplaceOur team checks it.')
  await db.ownProject.put({ ...nothingYet, version: 2 })
  await expect.poll(() => sheet?.textContent).not.toContain('Off the marketplace')
})
