//! Tests of the library through its public interface, against a naive witness, published figures
//! and identities.

#![cfg(feature = "cli")]

#[path = "../cases/mod.rs"]
mod cases;
#[path = "../common/mod.rs"]
mod common;

mod any_puzzle;
mod boards;
mod census;
mod certificate;
mod charts;
#[cfg(feature = "cluster")]
mod cluster;
mod cluster_key;
mod component;
mod corpus;
mod counting;
mod crashes;
mod decoys;
mod depth;
mod design;
mod difficulty;
mod door_designs;
mod door_difficulty;
mod doors;
mod examples;
mod exits;
mod features;
mod figures;
mod games;
mod golden;
mod gomoku;
mod gomoku_protocol;
mod gomoku_strong;
mod graphs;
mod inside;
mod interchange;
mod interleaved;
mod large_boards;
mod leaving;
mod letters;
mod levels;
mod memory;
mod messages;
mod notation;
mod numbering;
mod oracle;
mod orders;
mod packing;
mod panex;
mod patterns;
mod planner;
mod planning;
mod public_paths;
mod published;
mod puzzle_file;
mod puzzle_schema;
mod questions;
mod rules;
mod rush;
mod score;
mod search;
mod serde;
mod shards;
mod shared_moves;
#[cfg(feature = "print")]
mod sheets;
mod tasks;
mod thin_walls;
mod threads;
mod tiles;
mod unit_rush;
mod xiangqi;
