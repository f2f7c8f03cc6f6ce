import type { ReactNode } from 'react'
import Button from '@mui/material/Button'
import { MessagePage } from '@console/shared-kernel/host'

interface Props {
  title: string
  children: ReactNode
  /** Awaited before the reload. */
  beforeRetry?: () => Promise<void>
}

export function FailedPage({ title, children, beforeRetry }: Props) {
  const onRetry = async () => {
    await beforeRetry?.()
    location.reload()
  }
  const retry = (
    <Button variant="contained" onClick={() => void onRetry()}>
      Reintentar
    </Button>
  )
  return (
    <MessagePage failed title={title} action={retry}>
      {children}
    </MessagePage>
  )
}
