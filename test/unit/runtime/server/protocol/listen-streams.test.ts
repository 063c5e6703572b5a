import { describe, expect, it } from 'vitest'
import { ListenStreams, type NoPlace, type StreamPlace } from '../../../../../src/runtime/server/protocol/listen-streams'

const limits = { maxStreams: 3, maxStreamsPerCaller: 2 }

function reserveAll(streams: ListenStreams, callers: (string | undefined)[]): (StreamPlace | NoPlace)[] {
  return callers.map(caller => streams.reserve(caller, limits))
}

function isPlace(place: StreamPlace | NoPlace): place is StreamPlace {
  return typeof place !== 'string'
}

// protocol-2026-07-28, Streams: a limit on open streams per process and per caller
describe('places for streams', () => {
  it('are limited for a caller, and for all', () => {
    const streams = new ListenStreams()
    expect(reserveAll(streams, ['a', 'a', 'a', 'b', 'c']).map(place => isPlace(place) || place)).toEqual([true, true, 'caller', true, 'process'])
    expect(streams.size).toBe(3)
  })

  it('are not limited for callers that nobody can tell apart', () => {
    expect(reserveAll(new ListenStreams(), [undefined, undefined, undefined, undefined]).map(place => isPlace(place) || place)).toEqual([true, true, true, 'process'])
  })

  it('are given back once', () => {
    const streams = new ListenStreams()
    const [first] = reserveAll(streams, ['a', 'a']).filter(isPlace)
    first?.release()
    first?.release()
    expect(streams.size).toBe(1)
    expect(reserveAll(streams, ['a', 'a']).map(place => isPlace(place) || place)).toEqual([true, 'caller'])
  })

  // ended with a result on shutdown
  it('end with the process, those that were about to begin included, and no more are given', () => {
    const streams = new ListenStreams()
    const [early, left, late] = reserveAll(streams, ['a', 'b', 'c']).filter(isPlace)
    const ended: string[] = []
    early?.fill({ end: () => ended.push('early') })
    left?.fill({ end: () => ended.push('left') })
    left?.release()
    streams.close()
    expect(ended).toEqual(['early'])
    late?.fill({ end: () => ended.push('late') })
    expect(ended).toEqual(['early', 'late'])
    expect(streams.reserve('d', limits)).toBe('closing')
  })
})
