/** Statistics of one history, or of many. */
export type Stats = {
  devices: number
  mutations: number
  requests: number
  harmed: number
  kills: number
  fullWrites: number
  deltas: number
}

export const emptyStats = (): Stats => ({ devices: 0, mutations: 0, requests: 0, harmed: 0, kills: 0, fullWrites: 0, deltas: 0 })

export function add(all: Stats, one: Stats) {
  for (const key of Object.keys(all) as (keyof Stats)[]) all[key] += one[key]
}

export function formatStats({ devices, mutations, requests, harmed, kills, fullWrites, deltas }: Stats, runs: number): string {
  const each = (sum: number) => (sum / runs).toFixed(1)
  return `each with ${each(devices)} devices, ${each(mutations)} mutations, ${each(requests)} requests of which ${each(harmed)} were harmed, ${each(kills)} kills of tabs, workers and nodes, ${each(fullWrites)} writes without space, ${each(deltas)} deltas on live connections`
}
