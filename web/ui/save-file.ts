/** Downloads a text as a file, created on this device. */
export function saveFile(name: string, content: string, type: string) {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // By that time the download has its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
