import { ScanQrCode } from 'lucide-react'
import { useState } from 'react'
import { storageSentence } from '#web/db/storage-errors.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { prefillPerson } from '#web/features/contacts/people/prefill-person.ts'
import { writesSettled } from '#web/forms/local-draft.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { Notice } from '#web/ui/notice.tsx'
import { personFromCode } from './person-from-code.ts'

/** The content of the code; `undefined` for a picture without one, null for a file that is no picture. */
async function read(picture: File): Promise<string | undefined | null> {
  try {
    const { readQrCode } = await loadChunk(() => import('./read-qr-code.ts'))
    return await readQrCode(picture)
  } catch {
    return null
  }
}

/**
 * Fills the form of a new person from a QR code: a phone opens its camera, and the picture stays on the device. It needs no
 * permission of the page, because the camera app takes the picture.
 *
 * @param onFilled  the draft of the form has the content of the code
 */
export function ScanButton({ onFilled }: { onFilled: () => void }) {
  const db = usePrivateDb()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const scan = async (picture: File) => {
    if (!db) return
    setBusy(true)
    setFault(undefined)
    const code = await read(picture)
    if (code === undefined) setFault('No QR code found. Take the picture closer to the code, in good light.')
    else if (code === null) setFault('This picture can’t be read.')
    else {
      try {
        // What was typed last is added to, and not replaced.
        await writesSettled()
        await prefillPerson(db, personFromCode(code))
        onFilled()
      } catch (error) {
        setFault(storageSentence(error) ?? (error as Error).message)
      }
    }
    setBusy(false)
  }
  return (
    <>
      <label
        aria-busy={isBusy}
        className="btn min-h-11 border-edge bg-transparent font-medium text-ink shadow-none hover:bg-well has-focus-visible:outline-2"
      >
        <ScanQrCode className="size-4" aria-hidden="true" />
        Scan a QR code
        <input
          type="file"
          accept="image/*"
          capture="environment"
          className="sr-only"
          onChange={({ target }) => {
            const [picture] = target.files ?? []
            target.value = ''
            if (picture) void scan(picture)
          }}
        />
      </label>
      {fault && (
        <div className="w-full">
          <Notice tone="red">{fault}</Notice>
        </div>
      )}
    </>
  )
}
