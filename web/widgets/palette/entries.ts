import type { LinkProps } from '@tanstack/react-router'
import type { ColdFund, DecisionMaker } from '#shared/cold-scout/contract.ts'
import type { Investor } from '#shared/directory/contract.ts'
import type { ContactCard } from '#shared/people/contract.ts'
import type { Project } from '#shared/projects/contract.ts'
import { fold } from '#shared/search/normalise-text.ts'
import { matchFunds } from '#web/features/cold-scout/match-funds.ts'
import { foldedName, matchContacts } from '#web/features/contacts/list/contact-search.ts'
import type { OwnWords } from '#web/features/contacts/own-words.ts'
import type { DirectoryFilters } from '#web/features/directory/filters/search-params.ts'
import { matchProjectText } from '#web/features/projects/marketplace/search-text.ts'
import { hasWords, matchesWords, type PaletteUser, pagesFor } from './pages.ts'

/** One line of the palette. Without `link` it signs the user out, the only action that is no page. */
export type Entry = {
  id: string
  label: string
  detail?: string
  note?: string
  link?: Pick<LinkProps, 'to' | 'params' | 'search'>
}
export type Group = { title: string; entries: Entry[] }

/** What the device has, each `undefined` until it was read. */
export type Sources = {
  user: PaletteUser
  /** Unlocked contacts and own people, the latest first, and the user's own texts about them. */
  contacts: { listed: readonly ContactCard[]; words: OwnWords } | undefined
  decisionMakers: DecisionMaker[] | undefined
  savedIds: ReadonlySet<string>
  /** Saved searches of the directory. */
  searches: { name: string; detail: string; newCount: number; id: string; filters: DirectoryFilters }[] | undefined
  findInvestors: ((text: string, limit: number) => { total: number; items: Investor[] }) | undefined
  /** Whether the server has investors that this device does not have. */
  isPartial: boolean
  projects: Project[] | undefined
  funds: ColdFund[] | undefined
}

const MOST = { contacts: 5, people: 3, investors: 6, funds: 3, projects: 4, pages: 5, searches: 3 }
/** From this length on a page whose name begins with the text comes before everything else. */
const CLEAR_TEXT = 3

/** The groups for what was typed; pages alone for an empty text. */
export function findEntries(typed: string, sources: Sources): Group[] {
  const text = fold(typed)
  if (text === '') return [{ title: 'Go to', entries: pageEntries(pagesFor(sources.user)) }]
  const pages = findPages(text, sources.user)
  const isPageMeant = text.length >= CLEAR_TEXT && fold(pages[0]?.label ?? '').startsWith(text)
  const pageGroup = { title: 'Pages and actions', entries: pages }
  const groups = [
    ...(isPageMeant ? [pageGroup] : []),
    { title: 'Your contacts', entries: findOwnPeople(text, sources) },
    { title: 'Saved searches', entries: findSearches(text, sources) },
    { title: 'Investors', entries: findInvestors(typed, text, sources) },
    { title: 'Projects', entries: findProjects(typed, text, sources) },
    ...(isPageMeant ? [] : [pageGroup]),
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

function findPages(text: string, user: PaletteUser): Entry[] {
  const begins = ({ label }: Entry) => Number(fold(label).startsWith(text))
  const found = pagesFor(user).filter(({ label, words = '' }) => matchesWords(text, `${label} ${words}`))
  return pageEntries(found)
    .sort((a, b) => begins(b) - begins(a))
    .slice(0, MOST.pages)
}

const pageEntries = (pages: ReturnType<typeof pagesFor>): Entry[] =>
  pages.map(({ label, to, search }) => ({ id: `page-${label}`, label, ...(to && { link: { to, ...(search && { search }) } }) }))

function findOwnPeople(text: string, { contacts, decisionMakers = [] }: Sources): Entry[] {
  const found = contacts ? matchContacts(contacts.listed, contacts.words, text) : []
  const people = decisionMakers.filter(({ fullName, role, fundName }) => matchesWords(text, `${fullName} ${role} ${fundName}`))
  return [
    ...namedFirst(found, text, foldedName, MOST.contacts).map(({ id, name, fund, position }) => ({
      id: `contact-${id}`,
      label: name,
      ...detail(position, fund),
      link: { to: '/contacts/$id', params: { id } } as const,
    })),
    ...people.slice(0, MOST.people).map(({ id, fullName, role, fundName, fundSlug }) => ({
      id: `person-${id}`,
      label: fullName,
      ...detail(role, fundName),
      link: { to: '/cold-scout/$slug', params: { slug: fundSlug } } as const,
    })),
  ]
}

function findInvestors(typed: string, text: string, sources: Sources): Entry[] {
  const { contacts, savedIds, funds = [], isPartial } = sources
  const { total, items } = sources.findInvestors?.(typed, MOST.investors) ?? { total: 0, items: [] }
  // Of a few investors: a set of all contacts would cost more than the search.
  const listed = items
    .filter((investor) => !contacts?.listed.some(({ id }) => id === investor.id))
    .map(({ id, name, fund, location }) => ({
      id: `investor-${id}`,
      label: name,
      ...detail(fund, location),
      ...(savedIds.has(id) && { note: 'Saved' }),
      link: { to: '/vc/$id', params: { id } } as const,
    }))
  const ofFunds = matchFunds(funds, text, [])
    .slice(0, MOST.funds)
    .map(({ id, fundName, fundSlug, investmentFocus }) => ({
      id: `fund-${id}`,
      label: fundName,
      ...detail(investmentFocus),
      note: 'Cold fund',
      link: { to: '/cold-scout/$slug', params: { slug: fundSlug } } as const,
    }))
  const isMore = isPartial || total > items.length
  const label = isPartial ? `Search all investors for “${typed.trim()}”` : `All ${total} investors`
  const all = { id: 'all-investors', label, link: { to: '/vcs', search: { q: typed.trim() } } as const }
  return [...listed, ...ofFunds, ...(isMore ? [all] : [])]
}

function findSearches(text: string, { searches = [] }: Sources): Entry[] {
  const found = searches.filter(({ name, detail }) => matchesWords(text, `${name} ${detail}`))
  return namedFirst(found, text, ({ name }) => fold(name), MOST.searches).map(
    ({ id, name, detail: line, newCount, filters }) => ({
      id: `search-${id}`,
      label: name,
      ...detail(line),
      ...(newCount > 0 && { note: `${newCount} new` }),
      link: { to: '/vcs', search: filters } as const,
    }),
  )
}

function findProjects(typed: string, text: string, { projects = [] }: Sources): Entry[] {
  const found = projects.filter(matchProjectText(text))
  const nameOf = ({ companyName }: Project) => fold(companyName ?? '')
  const entries: Entry[] = namedFirst(found, text, nameOf, MOST.projects).map(({ id, companyName, oneLineDescription }) => ({
    id: `project-${id}`,
    label: companyName ?? 'Untitled project',
    ...detail(oneLineDescription),
    link: { to: '/project/$id', params: { id } } as const,
  }))
  if (found.length <= MOST.projects) return entries
  return [
    ...entries,
    { id: 'all-projects', label: `All ${found.length} projects`, link: { to: '/scout', search: { q: typed.trim() } } },
  ]
}

/**
 * The first ones. Those whose name has the text come before the others; the order is kept otherwise.
 *
 * @param nameOf  the folded name. It is read until enough of them have the text: a letter is found in thousands of contacts.
 */
function namedFirst<One>(found: readonly One[], text: string, nameOf: (one: One) => string, most: number): One[] {
  const [named, others]: [One[], One[]] = [[], []]
  for (const one of found) {
    if (named.length === most) break
    if (hasWords(text, nameOf(one))) named.push(one)
    else if (others.length < most) others.push(one)
  }
  return [...named, ...others].slice(0, most)
}

const detail = (...parts: (string | null)[]) => {
  const line = parts.filter(Boolean).join(' · ')
  return line === '' ? {} : { detail: line }
}
