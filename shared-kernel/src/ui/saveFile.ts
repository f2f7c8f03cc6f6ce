/** Hands a file to the browser, which saves it as its user has set it up. */
export function saveFile(name: string, type: string, ...content: BlobPart[]): void {
  const address = URL.createObjectURL(new Blob(content, { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // the browser has taken it by then; at once would be too early for some
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
