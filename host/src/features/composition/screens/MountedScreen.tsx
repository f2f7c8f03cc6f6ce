import { useEffect, useState } from 'react'
import { documentReadMs } from '../environment'
import { eventOf, report } from '../events/events'
import { buildId, type Candidate } from '../releases/candidates'
import type { ScreenModule } from '../screenModule'
import { beginVigil, endVigil } from '../vigil/vigil'
import { ScreenBoundary } from './ScreenBoundary'

interface Props {
  title: string
  module: string
  candidate: Candidate
  loaded: ScreenModule
}

/** A screen that has arrived, watched over until its first frame stands: its code may never give the tab back. */
export function MountedScreen({ title, module, candidate, loaded }: Props) {
  const vigil = `${buildId(candidate.deployed)}/${module} paints`
  return (
    <ScreenBoundary title={title} module={module} candidate={candidate} onFailure={() => endVigil(vigil)}>
      <UntilPainted vigil={vigil} module={module} candidate={candidate} loaded={loaded} />
    </ScreenBoundary>
  )
}

const reported = new WeakSet<ScreenModule>()

function UntilPainted({ vigil, module, candidate, loaded }: Omit<Props, 'title'> & { vigil: string }) {
  const [began] = useState(() => {
    beginVigil(vigil, buildId(candidate.deployed))
    return performance.now()
  })

  useEffect(() => {
    const cancel = afterFrame(() => {
      endVigil(vigil)
      if (reported.has(loaded)) return
      reported.add(loaded)
      const [document, entry, run, firstPaint] = [
        documentReadMs(),
        loaded.entry,
        loaded.module,
        performance.now() - began,
      ].map(Math.round) as [number, number, number, number]
      const times = { document, entry, module: run, firstPaint }
      const ms = entry + run + firstPaint
      report({ ...eventOf(candidate), phase: 'mounted', code: 'OK', module, ms, times })
    })
    return () => {
      cancel()
      endVigil(vigil)
    }
  }, [vigil, candidate, module, loaded, began])

  return <loaded.Component />
}

/** Calls back once the browser has drawn what stands in the page now. */
function afterFrame(callback: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(callback)
  })
  return () => cancelAnimationFrame(frame)
}
