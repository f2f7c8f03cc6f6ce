import { useState } from 'react'
import { type SavedView, savedViews } from '../../client/savedViews'
import { useStore } from '../../client/store'
import { lazyWithRetry } from '../lazyWithRetry'
import type { NewView } from './ViewDialogs'

const SaveViewDialog = lazyWithRetry(async () => (await import('./ViewDialogs')).SaveViewDialog)
const EditViewsDialog = lazyWithRetry(async () => (await import('./ViewDialogs')).EditViewsDialog)

/** The user's saved views of a screen, and the dialogs that save and edit them. */
export function useSavedViews(screen: string) {
  const store = savedViews(screen)
  const views: readonly SavedView[] = useStore(store)
  const [dialog, setDialog] = useState<NewView | 'edit' | null>(null)
  const close = () => setDialog(null)
  return {
    views,
    onSave: (view: NewView) => setDialog(view),
    onEdit: () => setDialog('edit'),
    dialog:
      dialog === 'edit' ? (
        <EditViewsDialog views={views} onSave={(edit) => store.set(edit(store.get()))} onClose={close} />
      ) : (
        dialog && <SaveViewDialog view={dialog} views={views} onSave={store.set} onClose={close} />
      ),
  }
}
