import { useEffect } from 'react'
import { CentredSpinner } from '@console/shared-kernel/core'
import { firstPaintState } from '../features/composition/firstPaintState'

export function StartingScreen() {
  useEffect(() => firstPaintState().begun?.(), [])
  return <CentredSpinner label="Starting" fullPage />
}
