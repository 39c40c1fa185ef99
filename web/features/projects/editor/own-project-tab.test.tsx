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
])('the status of a project is shown on its sheet and above its figures; published: %s', async (isPublished, labels) => {
  await db.ownProject.put({ ...nothingYet, isPublished, version: 1 })
  await renderInRouter(<OwnProjectTab />)
  const sheet = (await screen.findByRole('heading', { name: 'Unnamed Project' })).closest('section')
  const figures = screen.getByRole('heading', { name: 'Performance' }).closest('section')
  expect(sheet?.textContent).toContain(labels[0])
  expect(figures?.textContent).toContain(labels[1])
  expect(screen.getAllByText(/^(Published|Live|Draft)$/).map(({ textContent }) => textContent)).toEqual(labels)
})

test('a rejected project is a draft again, and its sheet shows the rejection', async () => {
  await db.ownProject.put({ ...nothingYet, isPublished: false, status: 'rejected', version: 1 })
  await renderInRouter(<OwnProjectTab />)
  const sheet = (await screen.findByRole('heading', { name: 'Unnamed Project' })).closest('section')
  expect(sheet?.textContent).toContain('DraftRejected')
})

test('the sheet shows why the team took the project offline, and no draft label', async () => {
  await db.ownProject.put({ ...nothingYet, reviewReason: 'Our team checks it.', version: 1 })
  await renderInRouter(<OwnProjectTab />)
  const sheet = (await screen.findByRole('heading', { name: 'Unnamed Project' })).closest('section')
  expect(sheet?.textContent).toContain('Off the marketplaceOur team checks it.')
  await db.ownProject.put({ ...nothingYet, version: 2 })
  await expect.poll(() => sheet?.textContent).not.toContain('Off the marketplace')
})
