import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ColdFund, DecisionMaker } from '#shared/cold-scout/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { FundMissing, FundPage } from './fund-page.tsx'

afterEach(cleanup)

const maker = (id: string, role: string) => ({ id, role, maskedName: 'G•••• Q••••', hasLinkedin: true, hasTwitter: true })
const fund = {
  ...{ id: 'cold_1', fundName: 'Quiet Capital', fundSlug: 'quiet', website: 'https://quiet.example/', investmentFocus: 'Ports' },
  decisionMakers: [maker('dm_1', 'Managing Partner'), maker('dm_2', 'Scout Lead')],
} as unknown as ColdFund
const greta = {
  ...{ id: 'dm_1', role: 'Managing Partner', fullName: 'Greta Quietwater' },
  ...{ linkedinUrl: 'https://www.linkedin.com/in/greta', twitterUrl: 'https://x.com/greta' },
} as unknown as DecisionMaker

test('a fund page shows its badge, its website, its focus, and its decision makers with masked names', async () => {
  await renderInRouter(<FundPage fund={fund} owned={[greta]} isOffline={false} onUnlock={() => undefined} />)
  expect(screen.getByRole('heading', { name: 'Quiet Capital' })).toBeTruthy()
  for (const text of ['Cold Scout', 'Ports', 'Managing Partner', 'Scout Lead', 'G•••• Q••••'])
    expect(screen.getAllByText(text, { exact: false })[0]).toBeTruthy()
  expect(screen.getByText('Cold Scout')).toBeTruthy()
  expect(screen.getByRole('link', { name: /quiet\.example/ }).getAttribute('href')).toBe('https://quiet.example/')
  for (const name of ['Investment Focus', 'Decision Makers']) expect(screen.getByRole('heading', { name })).toBeTruthy()
  expect(screen.getByText('G•••• Q••••').className).toMatch(/\bblur-/)
  expect(screen.getByRole('button', { name: 'Unlock for $1: Scout Lead' }).textContent).toBe('Unlock for $1')
})

test('an unlocked decision maker has the name and both profiles', async () => {
  await renderInRouter(<FundPage fund={fund} owned={[greta]} isOffline={false} onUnlock={() => undefined} />)
  expect(screen.getByText('Greta Quietwater')).toBeTruthy()
  const linked = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(linked('LinkedIn of Greta Quietwater')).toBe('https://www.linkedin.com/in/greta')
  expect(linked('Twitter of Greta Quietwater')).toBe('https://x.com/greta')
})

test('the page of an unknown fund links to the marketplace of investors', async () => {
  await renderInRouter(<FundMissing />)
  expect(screen.getByRole('heading', { name: 'Fund Not Found' })).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/ping')
})
