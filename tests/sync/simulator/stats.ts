/** What one history, or many, held. */
export type Tally = { devices: number; commands: number; requests: number; harmed: number; kills: number; fullWrites: number }

export const emptyTally = (): Tally => ({ devices: 0, commands: 0, requests: 0, harmed: 0, kills: 0, fullWrites: 0 })

export function add(all: Tally, one: Tally) {
  for (const key of Object.keys(all) as (keyof Tally)[]) all[key] += one[key]
}

export function tellTally({ devices, commands, requests, harmed, kills, fullWrites }: Tally, runs: number): string {
  const each = (sum: number) => (sum / runs).toFixed(1)
  return `each with ${each(devices)} devices, ${each(commands)} commands, ${each(requests)} requests of which ${each(harmed)} were harmed, ${each(kills)} kills of tabs, workers and nodes, ${each(fullWrites)} writes without space`
}
