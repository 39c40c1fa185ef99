/** Downloads a text as a file, created on this device. */
export const saveFile = (name: string, content: string, type: string) => saveBlob(name, new Blob([content], { type }))

export function saveBlob(name: string, content: Blob) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // By that time the download has its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
