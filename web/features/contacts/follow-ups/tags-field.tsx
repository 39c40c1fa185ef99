import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { followUpLabels } from '#shared/contacts/follow-up-labels.ts'
import { changedTags, isSameTag, MAX_TAG_LENGTH, MAX_TAGS } from '#shared/contacts/tags.ts'
import type { VcId } from '#shared/ids.ts'
import { cleanLine } from '#shared/text.ts'
import { useOwnTags } from '#web/features/contacts/own-words.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { TextField } from '#web/ui/field.tsx'
import { changeTags } from './mutations.ts'

type Props = { id: VcId; tags: readonly string[] }

/** The tags of a contact. A tag is stored with Enter, with a comma, or when the field is left; until then it is a draft. */
export function TagsField({ id, tags }: Props) {
  const { values, change } = useDraft(`tags:${id}`, { text: '' })
  const { text } = values
  const latest = useRef(text)
  latest.current = text
  const [error, setError] = useState<string>()
  /** A comma and leaving the field would both add the same text. */
  const isStoring = useRef(false)
  /** Enter was pressed, or the field left, while the text before was stored. */
  const isFinished = useRef(false)
  const suggestions = useOwnTags()?.filter((tag) => !tags.some((own) => isSameTag(own, tag))) ?? []
  const listId = useId()

  const add = async (typed: string) => {
    const added = typed.split(',').map(cleanLine).filter(Boolean)
    if (added.length === 0) return change('text', '')
    if (changedTags(tags, { add: added }).length > MAX_TAGS) return setError(`Please use at most ${MAX_TAGS} tags.`)
    const isStored = await keep(() => changeTags({ contactId: id, add: added }))
    if (!isStored || !latest.current.startsWith(typed)) return
    // What was typed behind it while it was stored is the next tag.
    const rest = latest.current.slice(typed.length).trimStart()
    const isNextFinished = isFinished.current || rest.includes(',')
    isFinished.current = false
    latest.current = rest
    change('text', rest)
    if (isNextFinished && rest) void add(rest)
  }
  const keep = async (store: () => Promise<unknown>) => {
    if (isStoring.current) return false
    isStoring.current = true
    setError(undefined)
    try {
      await store()
      return true
    } catch {
      setError('Couldn’t save on this device. Your text is still here.')
      return false
    } finally {
      isStoring.current = false
    }
  }
  const onType = (typed: string) => {
    change('text', typed)
    if (typed.includes(',')) void add(typed)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // An input method uses Enter to accept a word.
    if (event.nativeEvent.isComposing || event.key !== 'Enter') return
    event.preventDefault()
    finish()
  }
  const finish = () => {
    if (isStoring.current) isFinished.current = true
    else void add(text)
  }

  return (
    <div className="grid content-start gap-2 sm:col-span-2">
      <TextField
        label={followUpLabels.tags}
        placeholder="e.g. lead, warm intro"
        autoComplete="off"
        list={listId}
        maxLength={MAX_TAG_LENGTH}
        enterKeyHint="done"
        value={text}
        error={error}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
        onBlur={finish}
      />
      <datalist id={listId}>
        {suggestions.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="Tags of this contact">
          {tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={`Remove the tag ${tag}`}
                onClick={() => void keep(() => changeTags({ contactId: id, remove: [tag] }))}
                className="btn min-h-11 max-w-full border-edge bg-transparent px-3 text-sm font-normal shadow-none hover:bg-well"
              >
                <bdi className="truncate">{tag}</bdi>
                <X className="size-3.5 shrink-0 text-soft" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
