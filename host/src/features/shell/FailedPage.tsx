import type { ReactNode } from 'react'
import { Button, MessagePage } from '@console/shared-kernel/core'

/** A whole page in the place of one that cannot be shown; the way on is to load it anew. */
export function FailedPage({ title, children }: { title: string; children: ReactNode }) {
  const retry = (
    <Button variant="contained" onClick={() => location.reload()}>
      Reintentar
    </Button>
  )
  return (
    <MessagePage failed title={title} action={retry}>
      {children}
    </MessagePage>
  )
}
