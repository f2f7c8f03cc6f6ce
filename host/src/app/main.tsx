import './fonts.css'
import { createRoot } from 'react-dom/client'
import { firstPaintState } from '../features/composition/firstPaintState'
import { start } from './start'

function begin(): void {
  const container = document.getElementById('root')
  if (!container) throw new Error('The page has no #root.')
  void start(createRoot(container))
}

// firstPaint.js may have abandoned this build for another one
if (firstPaintState().abandoned) console.warn('Otra versión de la consola ocupa su lugar.')
else if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin)
else begin()
