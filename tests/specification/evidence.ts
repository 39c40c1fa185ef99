import { stopsOf } from '#tests/e2e/support/every-address.ts'
import type { Stop } from '#tests/e2e/support/walk.ts'
import type { CallFact, Fact, Holder, RouteFact, Text } from './facts.ts'
import type { TestCase, TestReader } from './read-tests.ts'

/** The test that covers a fact, or the reason why there is none. */
export type Evidence = { holder: Holder } | { missing: string }

/** A shorter text may be a part of many others: only an exact match counts. */
const DISTINCT = 12

/** Cheap and precise tests first: the test of a component points to the wrong line. */
const TIERS = [/\.test\.tsx$/, /^(?:web|shared|sync-server|drizzle)\//, /^tests\/server\//, /./]
const tierOf = ({ file }: TestCase) => TIERS.findIndex((tier) => tier.test(file))

/** Finds the test of a fact. All test files are read only when the previous test does not cover it any more. */
export function createEvidence({ testsOf, allTests }: TestReader) {
  const named = ({ file, test }: Holder) => testsOf(file).filter(({ name }) => name === test)
  let sorted: TestCase[] | undefined
  const search = (fact: Fact): Evidence => {
    sorted ??= allTests().toSorted((a, b) => tierOf(a) - tierOf(b))
    const holder = sorted.find((test) => lacksOf(fact, test).length === 0)
    return holder ? { holder: { file: holder.file, test: holder.name } } : { missing: 'no test asserts it' }
  }

  /** @param before  the test that covered the fact before */
  return (fact: Fact, before?: Holder): Evidence => {
    if (fact.kind === 'route') return routeEvidence(fact, named)
    const { heldBy = before } = fact
    const lacks = heldBy && named(heldBy).map((test) => lacksOf(fact, test))
    if (heldBy && lacks?.some((each) => each.length === 0)) return { holder: heldBy }
    if (!fact.heldBy) return search(fact)
    const { file, test } = fact.heldBy
    if (!lacks?.[0]) return { missing: `there is no test "${test}" in ${file}` }
    return { missing: `"${test}" in ${file} does not mention ${lacks[0].join(', ')}` }
  }
}

/** The parts of a fact that a test does not assert. */
function lacksOf(fact: Fact, test: TestCase): string[] {
  const mentions = (fact.mentions ?? []).filter((mention) => !isMentioned(mention, test)).map(String)
  if (fact.kind === 'call') return [...callLacks(fact, test), ...mentions]
  if (fact.kind !== 'text') return mentions
  const texts = fact.instead ? [fact.instead.shows] : fact.texts
  return [...texts.filter((text) => !isAsserted(text, test)).map(spell), ...mentions]
}

export const spell = (text: Text) => (typeof text === 'string' ? text : text.as)

function isAsserted(text: Text, { claims }: TestCase): boolean {
  if (typeof text !== 'string') return claims.some((each) => assertedIn(each).some((asserted) => text.like.test(asserted)))
  if (claims.some(({ texts }) => texts.has(text))) return true
  return text.length >= DISTINCT
    ? claims.some((each) => assertedIn(each).some((asserted) => asserted.includes(text)))
    : claims.some(({ patterns }) => [...patterns].some((pattern) => unescaped(pattern) === text))
}

const assertedIn = ({ texts, patterns }: TestCase['claims'][number]) => [...texts, ...[...patterns].map(unescaped)]

/** The literal text of a regular expression, without its anchors. */
const unescaped = (pattern: string) => pattern.replace(/^\^|\$$/g, '').replace(/\\(.)/g, '$1')

function callLacks({ method, path, fields, heldBy, mentions }: CallFact, test: TestCase): string[] {
  const pattern = new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  const calls = () => test.claims.some((each) => [...each.calls].some((call) => pattern.test(call)))
  // A named test may compose the path, or iterate over a table of paths: its mentions say how.
  const isCalled = heldBy ? mentions !== undefined || isMentioned(path, test) : isOfServer(test) && calls()
  return isCalled ? fields.filter((field) => !isMentioned(field, test)) : [`${method} ${path}`]
}

/** In these files the server itself answers a call. */
const isOfServer = ({ file }: TestCase) => /^tests\/server\/|\.pg\.test\.ts$/.test(file)

function isMentioned(mention: string | RegExp, { claims }: TestCase): boolean {
  if (typeof mention !== 'string') return claims.some(({ literals }) => [...literals].some((literal) => mention.test(literal)))
  if (claims.some(({ literals }) => literals.has(mention))) return true
  return mention.length > 3 && claims.some(({ literals }) => [...literals].some((literal) => literal.includes(mention)))
}

const WALK = 'tests/e2e/every-address.e2e.ts'
const AS_VISITOR = 'a visitor sees at every address what it has for visitors'
const AS_MEMBER = 'the {} sees at every address what it has for members'

/** One browser test visits a table of addresses: the table contains what it must find. */
function routeEvidence({ path, viewer, screen }: RouteFact, named: (holder: Holder) => TestCase[]): Evidence {
  const holder = { file: WALK, test: viewer === 'visitor' ? AS_VISITOR : AS_MEMBER }
  if (named(holder).length === 0) return { missing: `there is no test "${holder.test}" in ${WALK}` }
  const pattern = path.startsWith('/') ? new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) : /^\/no-such-page$/
  const isThere = stopsOf(viewer).some((stop) => pattern.test(stop.path) && titleOf(stop) === screen)
  return isThere ? { holder } : { missing: `the table of addresses has no ${path} with ${screen} for the ${viewer}` }
}

const titleOf = ({ title }: Stop) => (title instanceof RegExp ? title.source : title)
