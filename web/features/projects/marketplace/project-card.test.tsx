import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Project } from '#shared/projects/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleProject } from '#tests/support/samples/sample-project.ts'
import { StatusBadge } from '#web/features/projects/page/status-badge.tsx'
import { ProjectCard } from './project-card.tsx'

afterEach(cleanup)

test('a card shows the fields of its project', async () => {
  const project = sampleProject({
    ...{ companyName: 'Tally', logoUrl: 'https://tally.example/logo.png', ecosystem: 'Solana', vertical: 'DeFi' },
    ...{ description: 'Counts votes.', projectStage: 'MVP', status: 'verified', voteCount: 140, revenueGenerating: true },
    ...{ amountRaising: 1_500_000, valuation: 12_000_000, websiteUrl: 'https://tally.example/' },
    ...{ linkedinUrl: 'https://www.linkedin.com/company/tally', twitterUrl: 'https://x.com/tally' },
    ...{ founderTwitterUrl: 'https://x.com/farid', pitchDeckUrl: 'https://tally.example/deck.pdf' },
  })
  await renderInRouter(<ProjectCard project={project} />)
  const card = screen.getByRole('article')
  for (const text of ['Tally', 'Solana · DeFi', 'Verified', '140', 'Counts votes.', 'MVP', '$1.5M', '$12.0M'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(card.textContent).toContain('RevenueYes')
  expect(card.querySelector('img')?.getAttribute('src')).toBe('https://tally.example/logo.png')
  const linked = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(linked('Website of Tally')).toBe('https://tally.example/')
  expect(linked('LinkedIn of Tally')).toBe('https://www.linkedin.com/company/tally')
  expect(linked('X of Tally')).toBe('https://x.com/tally')
  expect(linked('Founder on X of Tally')).toBe('https://x.com/farid')
  expect(linked('Pitch deck of Tally')).toBe('https://tally.example/deck.pdf')
})

test('the card of an empty project has the specified texts in place of missing values', async () => {
  await renderInRouter(<ProjectCard project={sampleProject()} />)
  for (const text of ['Unnamed Project', 'No description available', 'Please get in contact with founder'])
    expect(screen.getByText(text)).toBeTruthy()
  cleanup()
  await renderInRouter(<ProjectCard project={sampleProject({ valuation: 2_000_000 })} />)
  expect(screen.getByText('$2.0M')).toBeTruthy()
  expect(screen.queryByText('Please get in contact with founder')).toBeNull()
})

test.each<[Project['status'], string]>([
  ['verified', 'Verified'],
  ['rejected', 'Rejected'],
  ['under review', 'Under Review'],
])('a project that is %s has the badge %s', async (status, badge) => {
  await renderInRouter(<StatusBadge status={status} />)
  expect(screen.getByText(badge)).toBeTruthy()
})
