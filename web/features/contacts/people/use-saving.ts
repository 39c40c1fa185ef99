import { useRef, useState } from 'react'
import { storageSentence } from '#web/db/storage-errors.ts'

const NAME_MISSING = 'Please enter a name.'

/** The state of one form while it is saved: what is missing, and why it could not be stored. */
export function useSaving() {
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [nameFault, setNameFault] = useState<string>()
  const save = async (name: string, work: () => Promise<void>) => {
    if (isBusy) return
    const isMissing = name.trim() === ''
    setNameFault(isMissing ? NAME_MISSING : undefined)
    setFault(undefined)
    if (isMissing) return form.current?.querySelector<HTMLElement>('[name=name]')?.focus()
    setBusy(true)
    try {
      await work()
    } catch (error) {
      setFault(`${storageSentence(error) ?? 'Couldn’t save on this device.'} Your text is still here.`)
    }
    setBusy(false)
  }
  return { form, isBusy, fault, nameFault, save }
}
