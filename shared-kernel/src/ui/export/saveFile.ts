/** Starts a download; strings are written as UTF-8. @param type media type */
export function saveFile(name: string, type: string, ...content: BlobPart[]): void {
  const address = URL.createObjectURL(new Blob(content, { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // some browsers still read the blob after this returns
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
