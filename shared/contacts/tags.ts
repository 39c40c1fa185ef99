import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { fold } from '#shared/search/normalise-text.ts'
import { cleanLine } from '#shared/text.ts'

export const MAX_TAGS = 20
export const MAX_TAG_LENGTH = 40

const Tag = v.pipe(
  v.string(),
  v.maxLength(MAX_TAG_LENGTH, `Please use at most ${MAX_TAG_LENGTH} characters.`),
  v.check((tag) => cleanLine(tag) !== '', 'Please enter a tag.'),
)
const Tags = v.pipe(v.array(Tag), v.maxLength(MAX_TAGS, `Please use at most ${MAX_TAGS} tags.`))

/**
 * `contact.tag`: removes and then adds tags of one contact. It names no tag that it does not change, so that the tags of two
 * devices are both kept.
 */
export const ChangeTags = v.object({ contactId: VcId, add: v.exactOptional(Tags), remove: v.exactOptional(Tags) })
export type ChangeTags = v.InferOutput<typeof ChangeTags>

/** Two spellings of one tag are equal: case and accents are ignored. */
export const isSameTag = (one: string, other: string) => fold(one) === fold(other)

const includesTag = (tags: readonly string[], tag: string) => tags.some((each) => isSameTag(each, tag))
const without = (tags: readonly string[], removed: readonly string[]) => tags.filter((tag) => !includesTag(removed, tag))

/** Tags in their order; of two spellings the first one stays. */
function union(tags: readonly string[], added: readonly string[]): string[] {
  const all = [...tags]
  for (const tag of added.map(cleanLine)) if (!includesTag(all, tag)) all.push(tag)
  return all
}

/** The tags after a change. Who stores them checks that there are at most `MAX_TAGS`. */
export const changedTags = (tags: readonly string[], { add = [], remove = [] }: Omit<ChangeTags, 'contactId'>): string[] =>
  union(without(tags, remove), add)

type PendingChange = { args: ChangeTags; base: unknown }

/** Squashes two changes of one contact's tags into one; `undefined` when it names too many tags. */
export function squashTagChanges({ args: earlier }: PendingChange, { args: later }: PendingChange): PendingChange | undefined {
  const remove = union(earlier.remove ?? [], later.remove ?? [])
  const add = union(without(earlier.add ?? [], later.remove ?? []), later.add ?? [])
  if (remove.length > MAX_TAGS || add.length > MAX_TAGS) return undefined
  return { args: { contactId: later.contactId, add, remove }, base: undefined }
}
