/** Types of attention-lab.js. Values of parameters are the texts of links: "0.1", "on", "1,0;0,9". */

export type ExportKind = 'svg' | 'png' | 'csv' | 'npy';
export interface ExportChoice {
  /** Name of a part, as parts() lists them; 'figure' is the whole. */
  part?: string;
  /** 'light' without it; '' as on the screen. */
  theme?: '' | 'dark' | 'light' | 'projector';
  /** Pixels, 1280 x 720 without them; sides from 100 to 8192, together at most 33 million. */
  width?: number;
  height?: number;
  /** Size of the lettering: 1 as usual, 1.5 half as large again. */
  letters?: number;
  /** Letters of an SVG as outlines; those of a PNG always are. */
  outlined?: boolean;
}
export interface LabPart {
  name: string;
  title: string;
  note: string;
  /** As what it can be taken away; what has an SVG has a PNG. */
  svg: boolean;
  csv: boolean;
  npy: boolean;
}
/** What an observable may be. */
export type Reading = number | boolean | string | null | Reading[] | { [key: string]: Reading };

export interface LabState {
  slug: string;
  /** Every parameter as text. */
  values: Record<string, string>;
  /** What each parameter would be if nobody had set it. */
  fallbacks: Record<string, string>;
  step: number;
  horizon: number;
  speed: number;
  playing: boolean;
  selected: number | null;
  headline: string;
  description: string;
  notes: string[];
  verdicts: { claim: string; hypothesis: string; prediction: string; measured: string;
    finding: 'holds' | 'violated' | 'does not apply' | 'pending' }[];
  tables: { title: string; columns: string[]; rows: { text: string; emphasis?: string }[][]; note: string }[];
  plots: { title: string; x: string; y: string; series: string[] }[];
  /** The state as a link, without '#'. */
  link: string;
  theme?: 'dark' | 'light' | 'projector';
}

export interface LabSchema {
  slug: string;
  title: string;
  chapter: string;
  claim: string;
  source: string;
  params: { key: string; label: string; unit: string; group: string; help: string; kind: string; min?: number; max?: number;
    scale?: 'linear' | 'log'; choices?: { key: string; label: string }[]; view_only: boolean }[];
  actions: { key: string; label: string; help: string }[];
  observables: { key: string; label: string; unit: string; help: string }[];
  scenes: { slug: string; title: string; chapter: string; claim: string; source: string }[];
}

export interface LabChange {
  step: number;
  horizon: number;
  playing: boolean;
  /** Every parameter as text. */
  values: Record<string, string>;
  /** The observables that somebody has subscribed to. */
  observables: Record<string, Reading>;
}

export interface LabNews {
  step: number;
  /** The parameters and observables that were asked for. */
  values: Record<string, Reading>;
}

/**
 * An experiment of Attention Lab in a page. Attributes: scene, every parameter of the scene (or param-KEY), step, link,
 * level, controls, locked, theme, lang, height, label. A command starts the embed if it does not run, and fails with one
 * sentence for the reader.
 */
export declare class AttentionLabElement extends HTMLElement {
  /** So many embeds of a page run at once: 8, on phones and small machines 4. */
  static most: number;
  /** Settles when the embed has run for the first time. Does not start it. */
  readonly ready: Promise<AttentionLabElement>;
  /** Whether it runs now, or is replaced by its last picture. */
  readonly live: boolean;
  set(key: string, value: string | number | boolean): Promise<void>;
  /** A parameter (its text) or an observable at the current step. */
  get(key: string): Promise<Reading>;
  /** One step forward, or to step k, held between 0 and the last one. The step that is shown then. */
  step(k?: number): Promise<number>;
  play(): Promise<void>;
  pause(): Promise<void>;
  /** Presses a button of the scene. */
  act(key: string): Promise<void>;
  state(): Promise<LabState>;
  schema(): Promise<LabSchema>;
  /** The state as a link, without '#'. */
  link(): Promise<string>;
  /** Opens a link, or an address that has one. A sentence for each part of it that was not used. */
  open(link: string): Promise<string[]>;
  /** What can be taken away now: the figure, its pictures, maps and plots, tables, the trajectory. */
  parts(): Promise<LabPart[]>;
  /**
   * svg: the figure, or the part named; png: what is drawn, or with a choice the same as svg in pixels; csv, npy: the
   * numbers of the part, without a name the states up to the current step.
   */
  export(kind: ExportKind, choice?: ExportChoice): Promise<Blob>;
  /** Frames drawn since it was started; 0 where it does not run. */
  frames(): Promise<number>;
  /** Calls back at the start and at each change of one of these; returns a function that ends it. */
  subscribe(keys: string | string[], callback: (news: LabNews) => void): () => void;
}

declare global {
  interface HTMLElementTagNameMap {
    'attention-lab': AttentionLabElement;
  }
  interface HTMLElementEventMap {
    'lab-ready': CustomEvent<null>;
    'lab-change': CustomEvent<LabChange>;
  }
}
