import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { blankValues } from '#shared/projects/fields.ts'
import { OWN, type OwnProject } from '#shared/projects/own.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { investorMarks } from '#web/features/directory/browse/investor-marks.tsx'
import { FitBar } from './fit-bar.tsx'
import FitForYou from './fit-for-you.tsx'
import { describeProject, NO_PROJECT } from './fit-project.ts'
import { useFit } from './use-fit.ts'

let db: PrivateDatabase
beforeEach(async () => {
  db = new PrivateDatabase('guest', 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  setPrivateDb(undefined)
  await db.delete()
})

const investor = sampleInvestor({ stages: ['Pre-Seed'], sectors: ['Identity'], location: 'Tallinn, Estonia' })
const ownProject = (values: Partial<OwnProject['values']>): OwnProject & { version: number } => ({
  ...{ id: OWN, projectId: null, isPublished: false, publishedAt: null, status: 'under review', voteCount: 0, isSaved: true },
  values: { ...blankValues, ...values },
  writers: {},
  clashes: [],
  version: 1,
})

function Page() {
  const fit = useFit(true)
  return (
    <>
      <FitBar known={fit?.known} isMember />
      {investorMarks(fit?.reasonsOf(investor))}
      <p>{fit?.order ? 'ordered' : 'usual order'}</p>
    </>
  )
}

const reasons = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

test('without a project the order says how to get one, and what is chosen then stays on the device', async () => {
  await renderInRouter(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: 'Describe my project' }))
  expect(screen.getByText('usual order')).toBeTruthy()
  expect(reasons()).toEqual([])
  fireEvent.change(await screen.findByRole('combobox', { name: /Round/ }), { target: { value: 'Pre-Seed' } })
  fireEvent.change(screen.getByRole('combobox', { name: /Sector/ }), { target: { value: 'Identity' } })
  await waitFor(() => expect(reasons()).toEqual(['Invests at Pre-Seed', 'Invests in Identity']))
  expect(screen.getByText('ordered')).toBeTruthy()
  expect(screen.getByText('Pre-Seed · Identity')).toBeTruthy()
  expect(await db.outbox.count()).toBe(0)
  expect(await db.drafts.count()).toBe(0)
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await screen.findByText('usual order')
})

test('the user’s own project, a draft as well, goes before what was described on the device', async () => {
  await describeProject(db, { ...NO_PROJECT, roundType: 'Pre-Seed' })
  await db.ownProject.put(ownProject({ location: 'Tallinn' }))
  await renderInRouter(<Page />)
  await waitFor(() => expect(reasons()).toEqual(['Based in Tallinn']))
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Edit project' })).toBeTruthy()
})

test('a project that says nothing does not hide what was described on the device', async () => {
  await db.ownProject.put(ownProject({ companyName: 'Quiet' }))
  await describeProject(db, { ...NO_PROJECT, roundType: 'Pre-Seed' })
  await renderInRouter(<Page />)
  await waitFor(() => expect(reasons()).toEqual(['Invests at Pre-Seed']))
})

test('another version of the project is compared at once', async () => {
  await db.ownProject.put(ownProject({ vertical: 'Identity' }))
  await renderInRouter(<FitForYou investor={investor} />)
  await waitFor(() => expect(reasons()).toEqual(['Invests in Identity']))
  await act(() => db.ownProject.put(ownProject({ vertical: 'DeFi', location: 'Estonia' })))
  await waitFor(() => expect(reasons()).toEqual(['Based in Estonia']))
})

test('the page of an investor without a reason says nothing about fit', async () => {
  await db.ownProject.put(ownProject({ vertical: 'DeFi' }))
  const { container } = await renderInRouter(<FitForYou investor={investor} />)
  await act(async () => void (await db.ownProject.get(OWN)))
  expect(container.textContent).toBe('')
})

test('what an account described is not compared for the next user of the device', async () => {
  await describeProject(db, { ...NO_PROJECT, roundType: 'Pre-Seed' })
  await renderInRouter(<Page />)
  await waitFor(() => expect(reasons()).toEqual(['Invests at Pre-Seed']))
  const other = new PrivateDatabase('ada' as never, 'hers')
  act(() => setPrivateDb(other))
  await waitFor(() => expect(reasons()).toEqual([]))
  await other.delete()
})
