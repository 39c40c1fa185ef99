import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { NO_COMPANY } from '#shared/company/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { directoryDb } from '#web/db/tab/databases.ts'
import { PrivacyPolicy } from './privacy-policy.tsx'
import { TermsOfService } from './terms-of-service.tsx'

const config = { stripe: { isSandbox: true, publishableKey: 'pk' }, homeVariant: 'a', headerVariant: 'login' }
const grove = { ...NO_COMPANY, legalName: 'Grove Ltd', address: '1 High Street\nLondon', supportEmail: 'help@grove.example' }

afterEach(cleanup)

test.each([
  ['terms', TermsOfService],
  ['privacy policy', PrivacyPolicy],
])('the %s end with the imprint from what the server sent last, without a network', async (_, Page) => {
  await directoryDb.setMeta('config', { ...config, company: grove })
  await renderInRouter(<Page />)
  const imprint = within(await screen.findByRole('region', { name: 'Imprint' }))
  expect(imprint.getByText('Grove Ltd')).toBeTruthy()
  expect(imprint.getByText(/1 High Street\s+London/)).toBeTruthy()
  expect(imprint.getByRole('link', { name: 'help@grove.example' }).getAttribute('href')).toBe('mailto:help@grove.example')
  expect(imprint.queryByText('VAT ID')).toBeNull()
})

test('the imprint ends with the name of the company', async () => {
  await directoryDb.setMeta('config', { ...config, company: grove })
  await renderInRouter(<TermsOfService />)
  expect(await screen.findByRole('region', { name: 'Imprint' })).toBeTruthy()
  await directoryDb.setMeta('config', { ...config, company: { ...grove, legalName: '' } })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Imprint' })).toBeNull())
})
