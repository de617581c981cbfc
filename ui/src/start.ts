// The page, once its texts are there: the states that need no node first, so that the shell paints at
// once, then the door.
import { mount } from 'svelte';
import App from './App.svelte';
import { chooseDoor } from './door';
import { clock } from './state/clock.svelte';
import { layout } from './state/layout.svelte';
import { route } from './state/route.svelte';
import { startSession } from './state/session.svelte';
import { zoom } from './state/zoom.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

// The door takes its token out of the address before the route reads it.
const door = chooseDoor();
route.start();
if (door.kind === 'desktop') zoom.start();
layout.start();
clock.start();
mount(App, { target, props: { session: startSession(door) } });
