import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Project } from '#shared/projects/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleProject } from '#tests/support/samples/sample-project.ts'
import { GetInTouch } from '#web/features/projects/page/get-in-touch.tsx'
import { ProjectHeader } from '#web/features/projects/page/project-header.tsx'
import { ProjectMissing } from '#web/features/projects/page/project-missing.tsx'
import { ProjectSections } from '#web/features/projects/page/project-sections.tsx'

afterEach(cleanup)

const show = (about: Partial<Project>) => {
  const project = sampleProject(about)
  return renderInRouter(
    <>
      <ProjectHeader project={project} isDraft={false} voteCount={project.voteCount} actions={null} />
      <ProjectSections project={project} />
      <GetInTouch project={project} onContact={() => undefined} />
    </>,
  )
}
const card = (title: string) => screen.getByRole('heading', { name: title }).closest('section') ?? document.body

test('each card of a project page shows its fields', async () => {
  await show({
    ...{ companyName: 'Tally', voteCount: 140, founderName: 'Farid Adeyemi', teamSize: 7, location: 'Zug, Switzerland' },
    ...{ teamRoles: 'Two engineers', roundType: 'Pre-Seed', amountRaising: 1_500_000, valuation: 12_000_000 },
    ...{ committedAmount: 500_000, idealInvestorType: 'Patient ones', traction: 'Nine unions', email: 'farid@tally.example' },
    ...{ websiteUrl: 'https://tally.example/', linkedinUrl: 'https://www.linkedin.com/company/tally' },
    ...{ twitterUrl: 'https://x.com/tally', dataRoomUrl: 'https://tally.example/room' },
  })
  expect(screen.getByText('Raising')).toBeTruthy()
  expect(screen.getByText('community votes').parentElement?.textContent).toContain('140')
  const cards: [title: string, texts: string[]][] = [
    ['Company Information', ['Farid Adeyemi', '7 people', 'Zug, Switzerland', 'Two engineers']],
    ['Fundraising', ['Pre-Seed', '$1.5M', '$12.0M', '$0.5M', 'Patient ones']],
    ['Traction & Achievements', ['Nine unions']],
    ['Links & Resources', ['Website', 'LinkedIn', 'Twitter', 'Data Room']],
    ['Get in Touch', ['Contact Founder']],
  ]
  for (const [title, texts] of cards) for (const text of texts) expect(within(card(title)).getByText(text)).toBeTruthy()
  const links = within(card('Links & Resources')).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('target'))).toEqual(['_blank', '_blank', '_blank', '_blank'])
  expect(screen.getByRole('link', { name: 'Contact Founder' }).getAttribute('href')).toBe(
    'mailto:farid@tally.example?subject=Interest%20in%20Tally',
  )
})

test('a project with few fields has the specified texts in place of missing values', async () => {
  await show({})
  for (const text of ['Stealth Startup', 'Multi-chain', 'General']) expect(screen.getByText(text)).toBeTruthy()
  expect(
    screen.getByText("Contact information not available. Check the project's website or social media for more details."),
  ).toBeTruthy()
  expect(screen.queryByText('Raising')).toBeNull()
  expect(screen.getAllByText('Please get in contact with founder')).toHaveLength(2)
})

test('a logo that does not load leaves no broken image', async () => {
  const { container } = await show({ companyName: 'Tally', logoUrl: 'https://tally.example/gone.png' })
  const logo = container.querySelector('img')
  expect(logo?.getAttribute('src')).toBe('https://tally.example/gone.png')
  if (logo) fireEvent.error(logo)
  expect(container.querySelector('img')).toBeNull()
})

test('the page of an unknown project links to the marketplace', async () => {
  await renderInRouter(<ProjectMissing />)
  expect(screen.getByRole('heading', { name: 'Project Not Found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Scout' }).getAttribute('href')).toBe('/scout')
})
