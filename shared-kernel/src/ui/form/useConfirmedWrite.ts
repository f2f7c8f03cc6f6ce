import { useState } from 'react'
import { isSessionOver } from '../../client/errors'
import { showToast } from '../../client/toasts'

interface ConfirmedWrite {
  write: () => Promise<unknown>
  /** What a toast says once it is done. */
  done: string
  /** Why it failed, said in the question, which stays. A session that has ended is asked for elsewhere. */
  textOf: (failure: unknown) => string
  onClose: () => void
}

/** What a `ConfirmDialog` needs whose answer writes something. */
export function useConfirmedWrite({ write, done, textOf, onClose }: ConfirmedWrite) {
  const [error, setError] = useState<string | null>(null)
  const onConfirm = async () => {
    setError(null)
    try {
      await write()
    } catch (failure) {
      if (!isSessionOver(failure)) setError(textOf(failure))
      return
    }
    showToast(done)
    onClose()
  }
  return { error, onConfirm, onClose }
}
