import { useEffect } from 'react'
import { CentredSpinner } from '@console/shared-kernel/core'
import { pageBootstrap } from '../features/composition/pageBootstrap'

export function StartingScreen() {
  useEffect(() => pageBootstrap().begun?.(), [])
  return <CentredSpinner label="Starting" fullPage />
}
