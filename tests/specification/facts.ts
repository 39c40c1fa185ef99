/** A literal text of a screen or a response, or one with a variable part: as it is specified, and as a pattern. */
export type Text = string | { as: string; like: RegExp }

/** A named test, because a search would not find it, or would find a weaker one. */
export type Holder = { file: string; test: string }

type Options = {
  heldBy?: Holder
  /** What the named test mentions, when it cannot contain the fact itself. */
  mentions?: (string | RegExp)[]
  /**
   * For a specified text that a recorded decision replaces: the text shown instead, and the beginning of the decision in a
   * README.
   */
  instead?: { shows: Text; decision: string }
}

export type TextFact = Options & { kind: 'text'; what: string; texts: Text[] }
export type RouteFact = Options & { kind: 'route'; what: string; path: string; viewer: Viewer; screen: string }
export type CallFact = Options & { kind: 'call'; what: string; method: string; path: string; fields: string[] }
export type RuleFact = Options & { kind: 'rule'; what: string; heldBy: Holder; mentions: (string | RegExp)[] }
export type Fact = TextFact | RouteFact | CallFact | RuleFact
export type Viewer = 'visitor' | 'founder' | 'vc' | 'angel' | 'admin'

/** Facts of one section of the specification, as `2 Shared header` of part 1. */
export type Section = { part: 1 | 2; title: string; facts: Fact[] }

/** Texts that belong together: a toast's title and its message are asserted by one test. */
export const text = (what: string, texts: Text | Text[], options: Options = {}): TextFact => ({
  kind: 'text',
  what,
  texts: Array.isArray(texts) ? texts : [texts],
  ...options,
})

/** @param screen  the heading of the page, or the text of a page without one */
export const route = (path: string, viewer: Viewer, screen: string, options: Options = {}): RouteFact => ({
  kind: 'route',
  what: screen,
  path,
  viewer,
  screen,
  ...options,
})

/** @param fields  the specified fields of the request and the response */
export const call = (method: string, path: string, what: string, fields: string[], options: Options = {}): CallFact => ({
  kind: 'call',
  what,
  method,
  path,
  fields,
  ...options,
})

/** A number, a limit or a behaviour: a search cannot find it, so its test is named. */
export const rule = (what: string, heldBy: Holder, ...mentions: (string | RegExp)[]): RuleFact => ({
  kind: 'rule',
  what,
  heldBy,
  mentions,
})

/** Names tests of one file. */
export const inFile =
  (file: string) =>
  (test: string): Holder => ({ file, test })
