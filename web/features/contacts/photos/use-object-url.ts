import { useEffect, useState } from 'react'

/** An address of a file for this page. The file keeps its address while its id stays the same. */
export function useObjectUrl(id: string, file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  const isThere = file !== undefined
  // Each read of the database returns another object for the same file.
  useEffect(() => {
    if (!file) return undefined
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [id, isThere])
  return url
}
