/**
 * The same result as `response.text()`, read piece by piece, so that a slow reply shows progress.
 *
 * @param onProgress  called when the headers of the reply and each piece of its body arrive
 */
export async function readText(response: Response, onProgress: () => void): Promise<string> {
  onProgress()
  if (!response.body) return response.text()
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
    onProgress()
  }
}
