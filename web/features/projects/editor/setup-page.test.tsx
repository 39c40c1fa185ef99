import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ProjectId } from '#shared/ids.ts'
import type { OwnProject } from '#shared/projects/own.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { currentToast } from '#web/ui/toast.ts'
import { nothingYet } from './mutations.ts'
import { SetupPage } from './setup-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (about: Partial<OwnProject> = {}) => {
  const own: OwnProject = { ...nothingYet, ...about }
  const draft = { own, isWaiting: false, isFirstPull: false, refused: [], clientId: 'laptop' }
  return renderInRouter(<SetupPage draft={draft} accountEmail="ida@quayside.example" isOnline />)
}
const optionsOf = (label: string) => [...screen.getByLabelText(label).querySelectorAll('option')].map(({ text }) => text)

test('the form has four navigation actions, and publishing only where the project is not published', async () => {
  await show()
  expect(screen.getByRole('link', { name: 'Back to Profile' }).getAttribute('href')).toBe('/profile')
  expect(screen.getByRole('link', { name: 'Skip For Now' }).getAttribute('href')).toBe('/vcs')
  expect(screen.getByRole('button', { name: 'Save Project Details' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Publish to Scout Marketplace ($9)' })).toBeTruthy()
  cleanup()
  await show({ isPublished: true })
  expect(screen.getByText('Changes are live when you save.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save Project Details' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Publish/ })).toBeNull()
  // There is nothing to skip any more.
  expect(screen.queryByRole('link', { name: 'Skip For Now' })).toBeNull()
})

test.each([
  ['a draft', { isPublished: false }, 'Preview page'],
  ['a published project with changes that are not live', { isPublished: true, isSaved: false }, 'Public page'],
] as const)('the form of %s links to its page', async (_, about, name) => {
  await show({ projectId: 'prj_1' as ProjectId, ...about })
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/project/prj_1')
})

test('the preview of a draft is marked as a draft, and not as under review', async () => {
  await show({ isPublished: false })
  expect(screen.queryByText('Under Review')).toBeNull()
  cleanup()
  await show({ isPublished: true })
  expect(screen.getAllByText('Under Review').length).toBeGreaterThan(0)
})

test('a project that the team took offline shows the reason, and does not request a second payment', async () => {
  await show({ reviewReason: 'Our team checks it.' })
  expect(screen.getByText('Our team checks it.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Publish/ })).toBeNull()
})

test('a project that its founder took off asks for no payment, and is put back from the form', async () => {
  await show({ projectId: 'prj_1' as ProjectId, publishedAt: '2026-01-01T00:00:00.000Z', canPutBack: true })
  expect(screen.getByText('Private until you put it back. Works offline.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Put back on the marketplace' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Publish/ })).toBeNull()
})

test('the form offers the specified stages, ecosystems and verticals', async () => {
  await show()
  expect(optionsOf('Project Stage')).toEqual(['Not given', 'Idea', 'MVP', 'Beta', 'Live', 'Growth', 'Scaling'])
  expect(optionsOf('Ecosystem')).toEqual([
    ...['Not given', 'Ethereum', 'Binance Smart Chain', 'Avalanche', 'Cardano', 'TON', 'Sui', 'Polkadot', 'Cosmos'],
    ...['Optimism', 'Aptos', 'Hedera', 'Base', 'Stellar', 'Arbitrum', 'Bitcoin', 'Solana', 'Polygon', 'Multi-chain', 'Other'],
  ])
  expect(optionsOf('Vertical')).toEqual([
    ...['Not given', 'Supply Chain', 'Payments', 'Identity', 'DAO', 'Healthcare', 'Meme', 'Energy', 'Compute', 'SocialFi'],
    ...['Data', 'Education', 'Privacy', 'DeFi', 'RWA', 'Stablecoins', 'Infrastructure', 'AI/ML', 'Social', 'Enterprise'],
    'Other',
  ])
})

/** A network on which uploads fail. */
class Unanswered {
  upload = {}
  onerror = () => {}
  open() {}
  send() {
    this.onerror()
  }
}

test('a failed logo upload shows its own message', async () => {
  vi.stubGlobal('XMLHttpRequest', Unanswered)
  await show()
  const logo = new File(['x'], 'logo.png', { type: 'image/png' })
  fireEvent.change(screen.getByLabelText(/Logo file/, { selector: 'input' }), { target: { files: [logo] } })
  await waitFor(() =>
    expect(currentToast.get()).toMatchObject({ title: 'Upload failed', description: 'Upload failed. Please try again.' }),
  )
})
