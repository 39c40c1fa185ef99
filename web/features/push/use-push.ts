import { useCallback, useEffect, useState } from 'react'
import { HttpProblem } from '#web/net/api.ts'
import { isPushOn, type PushAbility, readAbility, turnOff, turnOn } from './push-device.ts'

/** `ability` and `isOn` are undefined until they are known. */
export type PushSwitch = {
  ability: PushAbility | undefined
  isOn: boolean | undefined
  isBusy: boolean
  /** Why the last change was not made. */
  fault: string | undefined
  set: (isOn: boolean) => void
}

const faultOf = (error: unknown) => {
  if (error instanceof HttpProblem) return error.problem?.message ?? 'Something went wrong. Please try again.'
  return error instanceof DOMException
    ? 'This browser couldn’t reach its push service. Please try again later.'
    : 'Couldn’t reach the server. Please try again with a connection.'
}

/** The pushes of this device. */
export function usePush(): PushSwitch {
  const [ability, setAbility] = useState<PushAbility>()
  const [isOn, setOn] = useState<boolean>()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const read = useCallback(async () => {
    setAbility(await readAbility())
    setOn(await isPushOn())
  }, [])
  useEffect(() => void read().catch(() => setAbility('missing')), [read])

  const change = async (next: boolean) => {
    setBusy(true)
    setOn(next)
    setFault(undefined)
    try {
      if (next) await turnOn()
      else await turnOff()
    } catch (error) {
      setFault(faultOf(error))
    }
    await read().catch(() => undefined)
    setBusy(false)
  }
  return { ability, isOn, isBusy, fault, set: (next) => void change(next) }
}
