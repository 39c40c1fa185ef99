import { useState } from 'react'
import type { Reply, ReplyChoice } from '#shared/replies/contract.ts'
import type { DraftId } from '#web/db/private-database.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { messageOfFailure } from '#web/net/use-look-up.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { giveMailedReply } from './api.ts'

/**
 * A reply with a mailed link. Its line is a draft of this device until it is sent: it is there again when the link is opened again.
 *
 * @param draft  the key of the draft, which the app's own form has too
 */
export function useMailedReply(draft: DraftId, { token, onSent }: { token: string; onSent: (reply: Reply) => void }) {
  const { values, change, clear } = useDraft(draft, { text: '' })
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const send = async (choice: ReplyChoice) => {
    setBusy(true)
    setError(undefined)
    try {
      const reply = await giveMailedReply({ token, choice, text: values.text.trim() })
      await clear()
      onSent(reply)
      requestSync()
    } catch (failure) {
      setError(messageOfFailure(failure))
    }
    setBusy(false)
  }
  return { text: values.text, setText: (text: string) => change('text', text), error, isBusy, send }
}
